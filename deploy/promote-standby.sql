-- Makes a standby the primary, once the former primary is lost and will not come back by itself. As a superuser:
--   psql -h two.example -d postgres -f promote-standby.sql
-- It waits for no standby of its own, which it does not have yet; docs/server.md says how it gets one.

alter system set synchronous_standby_names = '';
select pg_reload_conf();
select pg_promote();
