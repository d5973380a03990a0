import type { Translation } from '../translation.ts';
import type { scan as zh } from '../zh/scan.ts';

export const scan = {
  'scan.title': 'Scan',
  'scan.hint': 'Scan a label, or type a document, box, product, barcode or CAS number',
  'scan.intro':
    'Scan the label of a box, bottle, batch or document, or a maker’s barcode, to open what can be done with it. A hand scanner works on any page of the console.',
  'scan.actions': 'Actions',
  'scan.all': 'All {count}',
  'scan.work': 'Waiting to be done',
  'scan.do.INBOUND': 'Put away',
  'scan.do.OUTBOUND': 'Pick',
  'scan.do.MOVE': 'Transfer',
  'scan.move': 'Transfer',
  'scan.moveThis': 'Transfer',
  'scan.collect': 'Collect',
  'scan.depositMore': 'New deposit',
  'scan.lookBox': 'View box',
  'scan.lookStock': 'View stock',
  'scan.label': 'Print label',
  'scan.inBox': 'In this box',
  'scan.yoursInBox': 'Your goods in this box',
  'scan.boxEmpty': 'The box is empty',
  'scan.liesIn': 'Where it is',
  'scan.noneKept': 'The warehouse has none of this product',
  'scan.noneOwned': 'Your organisation has none of this product in store',
  'scan.more': 'Only {count} {count|row|rows} shown',
  'scan.elsewhere': 'This belongs to another of your organisations: {name}',
  'scan.command': 'This is a command card',
  'scan.command.text':
    'Scan it while you work on a document: first the label of the document, then goods and boxes, and “Confirm” at the end.',
  'scan.cards': 'Print command cards',
  'scan.why.FOREIGN': 'Not a label of this site',
  'scan.why.FOREIGN.text':
    'This code was not printed here, or it is damaged. It may be another institution’s label: check the goods, or type the number.',
  'scan.why.OTHERS': 'You can’t view this label',
  'scan.why.OTHERS.text':
    'It is a label of this site, but the goods aren’t your organisation’s, or your role isn’t in charge of them. Please give it to a storekeeper.',
  'scan.why.GONE': 'Label out of date',
  'scan.why.GONE.text':
    'All of it has been collected, moved out or disposed of; nothing is left in stock. Please remove the label.',
  'scan.why.UNKNOWN': 'Nothing found',
  'scan.why.UNKNOWN.text': 'No document, box, product, barcode or CAS number is called that. Check it and scan again.',
  'scan.why.SEVERAL': 'Several products have this number',
  'scan.why.SEVERAL.text': 'Scan the label of this site on the bottle, or type the product code.',
} as const satisfies Translation<typeof zh>;
