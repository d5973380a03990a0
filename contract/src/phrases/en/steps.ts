import type { Translation } from '../translation.ts';
import type { steps as zh } from '../zh/steps.ts';

// The guide of a new installation.
export const steps: Translation<typeof zh> = {
  'steps.title': 'Getting started',
  'steps.text':
    'From an empty database to the first finished deposit, in these steps. Records can come from workbooks, and each step can be skipped. Once finished, nothing reminds you of it; it stays under “System → Getting started”.',
  'steps.done': 'Done',
  'steps.skip': 'Skip',
  'steps.skipped': 'Skipped',
  'steps.unskip': 'Take it up again',
  'steps.close': 'Don’t remind me',
  'steps.reopen': 'Remind me again',
  'steps.over': 'The first deposit is finished: the system is ready.',
  'steps.go': 'Start',
  'steps.view': 'View',
  'steps.import': 'Import',
  'steps.import.containers': 'Import containers',
  'steps.import.boxes': 'Import boxes',
  'steps.import.members': 'Import members',
  'steps.import.grants': 'Give from a workbook',
  'steps.import.roles': 'Import definitions of roles',
  'steps.categories': 'Manage categories',
  'steps.SITE': 'Name the site',
  'steps.SITE.text': 'The title of the console and of the sign-in page, in the settings.',
  'steps.WAREHOUSE': 'Add a warehouse',
  'steps.WAREHOUSE.text': 'Its address, when it is open, and its storekeepers.',
  'steps.BOXES': 'Add containers and boxes',
  'steps.BOXES.text':
    'Rooms, cabinets and shelves first; then open a cabinet or shelf and generate its boxes by rows and columns. Without boxes goods have no place. Both can be imported, too.',
  'steps.PRODUCTS': 'Add products',
  'steps.PRODUCTS.waiting': '{count} {count|product|products} still to be activated.',
  'steps.PRODUCTS.text':
    'Categories and products, then activate them. A hazardous chemical first needs its hazards and a safety data sheet.',
  'steps.ORGS': 'Add groups and suppliers',
  'steps.ORGS.text': 'Goods belong to organisations: research groups, suppliers, purchasing.',
  'steps.PEOPLE': 'Add users',
  'steps.PEOPLE.text':
    'One by one, or thousands from a workbook. Then select them in the list and choose “Issue first passwords”: without one nobody can sign in.',
  'steps.ROLES': 'Give roles',
  'steps.ROLES.text':
    'The applicant (teacher, supplier or purchasing), the first reviewer of deposits and the storekeeper are different people: nobody carries out what they reviewed. A reviewer also belongs to the warehouse department and is a warehouse administrator. A storekeeper is named as one in the warehouse, too.',
  'steps.OPENING': 'Import opening stock',
  'steps.OPENING.text': 'Goods that were in the warehouse before you started. Skip this if there are none.',
  'steps.DEPOSIT': 'Finish the first deposit',
  'steps.DEPOSIT.text':
    'Somebody requests a deposit, the reviewer approves it, the storekeeper puts it in boxes and finishes it.',
};
