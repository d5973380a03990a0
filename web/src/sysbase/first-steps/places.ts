// Pages for each step of the guide.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { FirstStep, FirstSteps } from '@kuwei/contract/sys/first-steps';

interface Place {
  /** Page of the step. */
  to: string;
  /** Page for activating pending items. */
  waiting?: { to: string; text: 'steps.PRODUCTS.waiting' };
  /** Bulk imports of the step and its prerequisites, labelled if there are several. */
  imports?: readonly { to: string; label?: PlainKey }[];
}

export const PLACES: Readonly<Record<FirstStep, Place>> = {
  SITE: { to: '/def/sysbase/sysconfig/edit?id=SYS_ADMIN_TITLE' },
  WAREHOUSE: { to: '/admin/wms/warehouse/edit', imports: [{ to: '/admin/wms/warehouse?import' }] },
  BOXES: {
    to: '/admin/wms/container',
    imports: [
      { to: '/admin/wms/container?import', label: 'steps.import.containers' },
      { to: '/admin/wms/warehouse-box/list?import', label: 'steps.import.boxes' },
    ],
  },
  PRODUCTS: {
    to: '/admin/wms/product/edit',
    waiting: { to: '/admin/wms/product?state=DRAFT', text: 'steps.PRODUCTS.waiting' },
    imports: [{ to: '/admin/wms/product?categories', label: 'steps.categories' }, { to: '/admin/wms/product?import' }],
  },
  ORGS: { to: '/mg/wms/org/edit', imports: [{ to: '/mg/wms/org?import' }] },
  PEOPLE: {
    to: '/mg/user/mg/edit',
    imports: [{ to: '/mg/user/mg?import' }, { to: '/mg/wms/org?import=members', label: 'steps.import.members' }],
  },
  // The user workbook also assigns roles; the role workbook defines them.
  ROLES: {
    to: '/mg/user/mg',
    imports: [
      { to: '/mg/user/mg?import', label: 'steps.import.grants' },
      { to: '/def/power/role?import', label: 'steps.import.roles' },
    ],
  },
  OPENING: { to: '/admin/wms/transaction/opening', imports: [{ to: '/admin/wms/transaction/opening?import' }] },
  DEPOSIT: { to: '/admin/wms/transaction/inbound?task=execute' },
};

type Step = FirstSteps['steps'][number];

/** Page of a step; pending items are activated first. */
export const stepAddress = ({ code, waiting }: Pick<Step, 'code' | 'waiting'>): string => {
  const { to, waiting: enabling } = PLACES[code];
  return (waiting > 0 ? enabling?.to : undefined) ?? to;
};

/** The first open step. */
export const nextStep = ({ steps }: FirstSteps): Step | undefined => steps.find(({ done, skipped }) => !done && !skipped);
