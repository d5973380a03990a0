// Observes events about changed rights.
import { randomUUID } from 'node:crypto';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BusEvent } from '../src/bus.ts';
import type { World } from './_world.ts';

/** Collects events about rights from now on. */
export function collectRightsEvents({ services }: World): BusEvent[] {
  const events: BusEvent[] = [];
  services.bus.subscribe((event) => event.fc === EVENTS.rights.fc && events.push(event));
  return events;
}

/** Changes the database and waits until the server is notified that this user's rights changed. */
export async function untilNotified(world: World, { id }: { id: string }, work: () => Promise<unknown>): Promise<void> {
  const events = collectRightsEvents(world);
  await work();
  await expect.poll(() => events.some(({ to }) => to === 'all' || to.includes(id))).toBe(true);
}

/** Waits for all pending database notifications. They arrive in commit order, so a marker sent last arrives last. */
export async function drainNotifications(world: World): Promise<void> {
  const [events, mark] = [collectRightsEvents(world), randomUUID()];
  await sql`select sys_notify_rights(array[${mark}]::uuid[])`.execute(world.services.db);
  await expect.poll(() => events.some(({ to }) => to !== 'all' && to.includes(mark))).toBe(true);
}
