// The pages that links in mails lead to, and the one that asks for such a link.
export const link = {
  'link.forgotten.text':
    'Enter your username or e-mail address. If the account has an address, a link to set a new password is sent to it.',
  'link.forgotten.account': 'Username or e-mail address',
  'link.forgotten.send': 'Send link',
  'link.forgotten.done':
    'Request received. If there is such an account and it has an e-mail address, the mail arrives within a few minutes. The link works for 30 minutes.',
  'link.forgotten.other':
    'Nothing has come? Look in the junk folder, or contact the system administrator. If you sign in with your university account, change the password there.',
  'link.password.title': 'Set a new password',
  'link.password.for': 'Account {username}',
  'link.password.password': 'New password',
  'link.password.repeated': 'Confirm new password',
  'link.password.differs': 'The two passwords differ',
  'link.password.hint': '{min} to {max} characters; not a common password or the username',
  'link.password.set': 'Set password',
  'link.password.done': 'The password is set, and every device is signed out. Sign in with the new password.',
  'link.address.text': 'Once you confirm, messages are sent to this address.',
  'link.address.confirm': 'Confirm address',
  'link.address.done': '{email} is confirmed.',
  'link.looking': 'Checking the link …',
  'link.over': 'This link no longer works: it was used, is too old, or a newer one has been requested.',
  'link.again': 'Request another',
  'link.open': 'Open the console',
  'link.back': 'Go to sign-in',
} as const;
