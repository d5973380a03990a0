// Ages and expiries by which statistics count stock and the list of stock filters it.
import { sql } from 'kysely';

/** Days since the oldest arrival of stock `s`; a row belongs to the first bucket that fits. */
export const ageBucket = sql<string>`case when current_date - s.first_in_at::date <= 30 then '30' when current_date - s.first_in_at::date <= 90 then '90'
  when current_date - s.first_in_at::date <= 180 then '180' when current_date - s.first_in_at::date <= 365 then '365' else 'OLDER' end`;

/** Days to expiry of batch `b`. */
export const expiryBucket = sql<string>`case when b.expires_on is null then 'NONE' when b.expires_on < current_date then 'EXPIRED'
  when b.expires_on - current_date <= 30 then '30' when b.expires_on - current_date <= 90 then '90' else 'LATER' end`;
