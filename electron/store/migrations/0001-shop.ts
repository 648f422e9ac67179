import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Creates accounts with their users and tokens, and the shop: reference data, catalog, customers, orders. */
export const shop: Migration = {
  async up(db) {
    await createAccess(db);
    await createReferenceData(db);
    await createCatalog(db);
    await createOrders(db);
  },
};

type Schema = Kysely<unknown>;

async function createAccess(db: Schema): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('locked_location_id', 'integer')
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .addUniqueConstraint('users_by_email', ['account_id', 'email'])
    .execute();
  await db.schema
    .createTable('tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('tokens_by_user').on('tokens').columns(['account_id', 'user_id', 'issued_at']).execute();
  await db.schema
    .createTable('demo_shops')
    .addColumn('account_id', 'integer', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('seed', 'integer', (c) => c.notNull())
    .addColumn('topped_up_until', 'bigint', (c) => c.notNull())
    .execute();
}

async function createReferenceData(db: Schema): Promise<void> {
  await accountTable(db, 'locations')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('street', 'text', (c) => c.notNull())
    .addColumn('house_number', 'text', (c) => c.notNull())
    .addColumn('postal_code', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('country_iso2', 'text', (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .execute();
  await accountTable(db, 'shops')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('location_id', 'integer', (c) => c.references('locations.id'))
    .addColumn('country_iso2', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull())
    .execute();
  await accountTable(db, 'turnover_groups')
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .execute();
  await accountTable(db, 'tax_rates')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value_hundredths', 'integer', (c) => c.notNull())
    .addColumn('country_iso2', 'text', (c) => c.notNull())
    .addColumn('alias', 'text', (c) => c.notNull())
    .execute();
  await accountTable(db, 'payment_providers')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('type_alias', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('is_published', 'integer', (c) => c.notNull())
    .execute();
}

async function createCatalog(db: Schema): Promise<void> {
  await accountTable(db, 'products')
    .addColumn('sku', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('product_group_id', 'integer', (c) => c.notNull().references('turnover_groups.id'))
    .addColumn('shop_product_id', 'integer', (c) => c.notNull())
    .addColumn('folded_sku', 'text', (c) => c.notNull())
    .addColumn('folded_title', 'text', (c) => c.notNull())
    .addUniqueConstraint('products_by_sku', ['account_id', 'sku'])
    .execute();
  await db.schema.createIndex('products_by_account').on('products').columns(['account_id', 'id']).execute();
  await accountTable(db, 'product_prices')
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
    .addColumn('product_price_type_id', 'integer', (c) => c.notNull())
    .addColumn('ppu', 'bigint', (c) => c.notNull())
    .addColumn('ppu_wt', 'bigint', (c) => c.notNull())
    .addColumn('tax_rate_id', 'integer', (c) => c.notNull().references('tax_rates.id'))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('from_qty', 'bigint')
    .execute();
  await db.schema
    .createTable('stock')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id'))
    .addColumn('location_id', 'integer', (c) => c.notNull().references('locations.id'))
    .addColumn('quantity', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_by_product', ['account_id', 'product_id', 'location_id'])
    .execute();
}

async function createOrders(db: Schema): Promise<void> {
  await accountTable(db, 'customers')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('folded_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('city', 'text', (c) => c.notNull())
    .addColumn('country_iso2', 'text', (c) => c.notNull())
    .addColumn('date_created', 'bigint', (c) => c.notNull())
    .execute();
  await accountTable(db, 'orders')
    .addColumn('order_number', 'text', (c) => c.notNull())
    .addColumn('date_purchased', 'bigint', (c) => c.notNull())
    .addColumn('date_updated', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('shop_id', 'integer', (c) => c.notNull().references('shops.id'))
    .addColumn('location_id', 'integer', (c) => c.references('locations.id'))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('payment_term', 'text', (c) => c.notNull())
    .addColumn('is_paid', 'integer', (c) => c.notNull())
    .addColumn('customer_id', 'integer', (c) => c.references('customers.id'))
    .addColumn('value_wt', 'bigint', (c) => c.notNull())
    .addColumn('value_ex', 'bigint', (c) => c.notNull())
    .addColumn('discount_wt', 'bigint', (c) => c.notNull())
    .addColumn('discount_ex', 'bigint', (c) => c.notNull())
    .addColumn('follows_order_id', 'integer', (c) => c.references('orders.id').onDelete('cascade'))
    .addUniqueConstraint('orders_by_number', ['account_id', 'order_number'])
    .execute();
  await db.schema.createIndex('orders_by_followed').on('orders').columns(['follows_order_id']).execute();
  await db.schema
    .createIndex('orders_with_discount')
    .on('orders')
    .columns(['account_id', 'date_purchased', 'id'])
    .where(sql.ref('discount_wt'), '!=', sql.lit(0))
    .execute();
  await createOrderLines(db);
}

async function createOrderLines(db: Schema): Promise<void> {
  await accountTable(db, 'order_items')
    .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('product_id', 'integer')
    .addColumn('sku', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('product_group_id', 'integer')
    .addColumn('quantity', 'bigint', (c) => c.notNull())
    .addColumn('ppu', 'bigint', (c) => c.notNull())
    .addColumn('ppu_wt', 'bigint', (c) => c.notNull())
    .addColumn('discount_wt', 'bigint', (c) => c.notNull())
    .addColumn('discount_ex', 'bigint', (c) => c.notNull())
    .addColumn('value_wt', 'bigint', (c) => c.notNull())
    .addColumn('value_ex', 'bigint', (c) => c.notNull())
    .addColumn('tax_rate_id', 'integer')
    .addColumn('cost_ex', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('order_items_by_order').on('order_items').columns(['order_id', 'id']).execute();
  await accountTable(db, 'order_payments')
    .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('provider_id', 'integer', (c) => c.notNull().references('payment_providers.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('date_paid', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('order_payments_by_order').on('order_payments').columns(['order_id', 'id']).execute();
}

function accountTable(db: Schema, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('accounts.id'));
}
