import type { Translation } from '../../phrase.ts';
import type { rule as zh } from '../zh/rule.ts';

export const rule = {
  'rule.required': 'This field is required',
  'rule.username': 'Enter your username',
  'rule.password': 'Enter your password',
  'rule.email': 'Not a valid email address',
  'rule.phone': 'Not a valid phone number',
  'rule.lengthExact': 'Must be exactly {n} characters long',
  'rule.length': 'Must be between {min} and {max} characters long',
  'rule.number': 'Must be a number',
  'rule.range': 'Must be between {min} and {max}',
  'rule.code': 'Upper-case letters, digits and - _ . only, starting with a letter or digit',
  'rule.decimal': 'Must be a number of 0 or more, with at most 12 digits before and 6 after the point',
  'rule.positive': 'Must be greater than 0',
  'rule.min': 'Must be at least {min}',
  'rule.max': 'Must be at most {max}',
  'rule.choice': 'Must be one of: {values}',
  'rule.format': 'Not in the right format',
  'rule.type': 'Not of the right type',
  'rule.empty': 'This has to stay empty',
  'rule.fixed': 'This cannot be changed',
  'rule.repeated': 'There are duplicates',
  'rule.tooLarge': 'The number is too large',
  'rule.unit': 'The product has no such unit',
  'rule.past': 'This must not be later than now',
  'rule.unknownField': 'Unknown field: {name}',
} as const satisfies Translation<typeof zh>;
