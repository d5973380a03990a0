// What mails say besides the messages in them, in English: said by the server alone.
export const mail = {
  'mail.greeting': 'Dear {name},',
  'mail.colon': ': ',
  'mail.open': 'Open in the console',
  'mail.inbox': 'Open messages',
  'mail.daily': 'Unread messages: {count}',
  'mail.dailyText': 'Messages that you have not read yet: {count}',
  'mail.foot':
    'This mail was sent automatically; please do not reply. Choose under My account, Profile, which messages are sent by e-mail.',
  'mail.notYou': 'If this was not you, ignore this mail: nothing will change. It was sent automatically; please do not reply.',
  'mail.address': 'Confirm your e-mail address',
  'mail.addressText': 'The account {username} wants its messages sent to this address. Open the link below and confirm.',
  'mail.addressLink': 'Confirm the address',
  'mail.addressHours': 'The link works once, and ends after {time} hours.',
  'mail.changed': 'The e-mail address of your account has changed',
  'mail.changedText': 'The account {username} now has another e-mail address, or none. Its messages no longer come here.',
  'mail.changedFoot':
    'If this was not you, contact the system administrator at once. This mail was sent automatically; please do not reply.',
  'mail.password': 'Reset your password',
  'mail.passwordText': 'Somebody asked to reset the password of the account {username}. Open the link below to set a new one.',
  'mail.passwordLink': 'Set a new password',
  'mail.passwordMinutes': 'The link works once, and ends after {time} minutes. Every device will then be signed out.',
  'mail.test': 'Test message',
  'mail.testText': 'The mail settings work: this message has been sent.',
  'mail.testFoot': 'Sent by {name} from the page for sending messages.',
} as const;
