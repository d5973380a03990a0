import type { Translation } from '../../phrase.ts';
import type { shelf as zh } from '../zh/shelf.ts';

export const shelf = {
  'shelf.title': 'Listings',
  'shelf.new': 'New listing',
  'shelf.search': 'Product name or code',
  'shelf.emptyText': 'Choose an owner and a product in stock; the new listing can then be put up.',
  'shelf.goods': 'Goods',
  'shelf.offer': 'Offer',
  'shelf.orgHint': 'Organisations with stock in your warehouses',
  'shelf.productHint': 'What the owner has in stock and has no listing yet',
  'shelf.inStock': '{amount} available',
  'shelf.up': 'Put up',
  'shelf.down': 'Take down',
  'shelf.upDone': 'Put up: {name}',
  'shelf.upFailed': 'Not put up: {name}',
  'shelf.downDone': 'Taken down: {name}',
  'shelf.downTitle': 'Take down {name}?',
  'shelf.downMany': 'Take down {count}?',
  'shelf.downText': 'Others see these goods no longer; stock stays as it is, and the listing can be put up again.',
  'shelf.downReason': 'Enter the reason',
  'shelf.history': 'History',
  'shelf.byItself': 'By itself',
  'shelf.stockOf': 'View stock',
} as const satisfies Translation<typeof zh>;
