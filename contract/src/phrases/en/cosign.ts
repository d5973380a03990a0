import type { Translation } from '../translation.ts';
import type { cosign as zh } from '../zh/cosign.ts';

export const cosign: Translation<typeof zh> = {
  'work.cosign.title': 'Confirm {no} as second storekeeper',
  'work.cosign.reverseTitle': 'Confirm the reversal of {no}',
  'work.cosign.text': 'Count the goods yourself and enter the quantities, then confirm with your own password.',
  'work.cosign.others': 'The other goods need no second count:',
  'work.cosign.look': 'Check the goods and quantities to be reversed, then confirm with your own password.',
  'work.cosign.counted': 'Counted',
  'work.cosign.countedOf': 'Counted quantity of {product} in {place}',
  'work.cosign.differs':
    'Doesn’t match the document. Count again; if it really differs, the other storekeeper changes the quantity first.',
  'work.cosign.password': 'Password of {name}',
  'work.cosign.code': 'Two-step verification code of {name}',
  'work.cosign.usePassword': 'Use the password instead',
  'work.cosign.useCode': 'Use a two-step verification code instead',
  'work.cosign.yes': 'Confirm',
  'work.cosign.done': 'Confirmed',
};
