-- Distributes an empty store over the nodes of a Citus cluster: run once on the coordinator, after the first start has made
-- the tables. README.md of electron/store says which table lies where, and what else has to differ: none of this was tried.

begin;

-- Citus asks for it where tables have triggers; ours write into the shard of the same account.
set citus.enable_unsafe_triggers = on;

-- References between distributed tables and keys have to hold the account.

alter table customer_segments
  drop constraint customer_segments_customer_id_fkey,
  drop constraint customer_segments_segment_id_fkey;
alter table order_items drop constraint order_items_order_id_fkey;
alter table order_payments
  drop constraint order_payments_order_id_fkey,
  drop constraint order_payments_provider_id_fkey;
alter table orders
  drop constraint orders_shop_id_fkey,
  drop constraint orders_location_id_fkey,
  drop constraint orders_customer_id_fkey,
  drop constraint orders_follows_order_id_fkey;
alter table product_prices
  drop constraint product_prices_product_id_fkey,
  drop constraint product_prices_tax_rate_id_fkey;
alter table products drop constraint products_product_group_id_fkey;
alter table shops drop constraint shops_location_id_fkey;
alter table stock
  drop constraint stock_product_id_fkey,
  drop constraint stock_location_id_fkey;

alter table customer_segments
  drop constraint customer_segments_by_customer,
  add primary key (account_id, customer_id, segment_id);
alter table customers drop constraint customers_pkey, add primary key (account_id, id);
alter table damaged_preferences drop constraint damaged_preferences_pkey, add primary key (account_id, id);
alter table exports drop constraint exports_pkey, add primary key (account_id, id);
alter table locations drop constraint locations_pkey, add primary key (account_id, id);
alter table order_items drop constraint order_items_pkey, add primary key (account_id, id);
alter table order_payments drop constraint order_payments_pkey, add primary key (account_id, id);
alter table orders drop constraint orders_pkey, add primary key (account_id, id);
alter table payment_providers drop constraint payment_providers_pkey, add primary key (account_id, id);
alter table product_prices drop constraint product_prices_pkey, add primary key (account_id, id);
alter table products drop constraint products_pkey, add primary key (account_id, id);
alter table segments drop constraint segments_pkey, add primary key (account_id, id);
alter table shops drop constraint shops_pkey, add primary key (account_id, id);
alter table tax_rates drop constraint tax_rates_pkey, add primary key (account_id, id);
alter table turnover_groups drop constraint turnover_groups_pkey, add primary key (account_id, id);
alter table users drop constraint users_pkey, add primary key (account_id, id);

-- A copy on every node.

select create_reference_table('accounts');
select create_reference_table('api_keys');
select create_reference_table('remote_accounts');
select create_reference_table('remote_users');
select create_reference_table('server_keys');
select create_reference_table('sign_in_failures');
select create_reference_table('sign_in_peers');
select create_reference_table('sign_in_proofs');
select create_reference_table('tokens');

-- The rows of an account side by side.

select create_distributed_table('users', 'account_id');
select create_distributed_table('company_details', 'account_id', colocate_with => 'users');
select create_distributed_table('customer_segments', 'account_id', colocate_with => 'users');
select create_distributed_table('customers', 'account_id', colocate_with => 'users');
select create_distributed_table('damaged_preferences', 'account_id', colocate_with => 'users');
select create_distributed_table('demo_shops', 'account_id', colocate_with => 'users');
select create_distributed_table('exports', 'account_id', colocate_with => 'users');
select create_distributed_table('feeds', 'account_id', colocate_with => 'users');
select create_distributed_table('item_totals_by_day', 'account_id', colocate_with => 'users');
select create_distributed_table('item_totals_by_month', 'account_id', colocate_with => 'users');
select create_distributed_table('ledger_accounts', 'account_id', colocate_with => 'users');
select create_distributed_table('locations', 'account_id', colocate_with => 'users');
select create_distributed_table('order_changes', 'account_id', colocate_with => 'users');
select create_distributed_table('order_items', 'account_id', colocate_with => 'users');
select create_distributed_table('order_payments', 'account_id', colocate_with => 'users');
select create_distributed_table('order_totals_by_day', 'account_id', colocate_with => 'users');
select create_distributed_table('order_totals_by_month', 'account_id', colocate_with => 'users');
select create_distributed_table('orders', 'account_id', colocate_with => 'users');
select create_distributed_table('payment_providers', 'account_id', colocate_with => 'users');
select create_distributed_table('payment_totals_by_day', 'account_id', colocate_with => 'users');
select create_distributed_table('payment_totals_by_month', 'account_id', colocate_with => 'users');
select create_distributed_table('preferences', 'account_id', colocate_with => 'users');
select create_distributed_table('product_changes', 'account_id', colocate_with => 'users');
select create_distributed_table('product_prices', 'account_id', colocate_with => 'users');
select create_distributed_table('products', 'account_id', colocate_with => 'users');
select create_distributed_table('segments', 'account_id', colocate_with => 'users');
select create_distributed_table('shops', 'account_id', colocate_with => 'users');
select create_distributed_table('stock', 'account_id', colocate_with => 'users');
select create_distributed_table('stock_changes', 'account_id', colocate_with => 'users');
select create_distributed_table('tax_rates', 'account_id', colocate_with => 'users');
select create_distributed_table('turnover_groups', 'account_id', colocate_with => 'users');
select create_distributed_table('versions', 'account_id', colocate_with => 'users');
select create_distributed_table('webhook_idempotency', 'account_id', colocate_with => 'users');

-- On the coordinator, as they are: kysely_migration, kysely_migration_lock, removed_webhooks, turns, webhook_attempts,
-- webhook_deliveries, webhook_positions, webhooks.

alter table customer_segments
  add foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  add foreign key (account_id, segment_id) references segments (account_id, id) on delete cascade;
alter table shops add foreign key (account_id, location_id) references locations (account_id, id);
alter table products add foreign key (account_id, product_group_id) references turnover_groups (account_id, id);
alter table product_prices
  add foreign key (account_id, product_id) references products (account_id, id),
  add foreign key (account_id, tax_rate_id) references tax_rates (account_id, id);
alter table stock
  add foreign key (account_id, product_id) references products (account_id, id),
  add foreign key (account_id, location_id) references locations (account_id, id);
alter table orders
  add foreign key (account_id, shop_id) references shops (account_id, id),
  add foreign key (account_id, location_id) references locations (account_id, id),
  add foreign key (account_id, customer_id) references customers (account_id, id),
  add foreign key (account_id, follows_order_id) references orders (account_id, id) on delete cascade;
alter table order_items
  add foreign key (account_id, order_id) references orders (account_id, id) on delete cascade;
alter table order_payments
  add foreign key (account_id, order_id) references orders (account_id, id) on delete cascade,
  add foreign key (account_id, provider_id) references payment_providers (account_id, id);

commit;
