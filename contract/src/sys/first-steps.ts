// Setup guide of a new installation: from an empty database to the first finished deposit.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';

/** In order. */
export const FIRST_STEPS = ['SITE', 'WAREHOUSE', 'BOXES', 'PRODUCTS', 'ORGS', 'PEOPLE', 'ROLES', 'OPENING', 'DEPOSIT'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const firstSteps = z.object({
  /** Shown: neither finished nor dismissed. */
  open: z.boolean(),
  closed: z.boolean(),
  steps: z.array(
    z.object({
      code: z.enum(FIRST_STEPS),
      done: z.boolean(),
      skipped: z.boolean(),
      /** Saved records not yet activated. */
      waiting: z.int(),
    }),
  ),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const path = '/sys/first-steps';
const needs = ['ROLE_ADMIN'] as const;

export const firstStepsRoutes = routes({
  getFirstSteps: {
    method: 'GET',
    path,
    summary: 'How far a new installation is on its way to the first deposit',
    needs,
    reply: firstSteps,
  },
  setFirstSteps: {
    method: 'PUT',
    path,
    summary: 'Pass over steps of the guide, put it away, or open it again',
    needs,
    body: z.strictObject({ closed: z.boolean(), skipped: f.list(z.enum(FIRST_STEPS), FIRST_STEPS.length) }),
    reply: firstSteps,
  },
});
