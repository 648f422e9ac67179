/** Stands for whatever a deployment says of its inside: nobody may be shown it. */
export const RAW_TEXT = 'ECONNREFUSED 10.20.30.40:5432 at /srv/till/db.js:17';
