-- Messages of trouble with open documents say what their receiver can do. Those that were sent before say what has happened alone.
update sys_message set params = params || '{"next": {"zh": "", "en": ""}}'
 where template in ('msg.troubleHeld', 'msg.troubleRecalled', 'msg.troubleFrozen', 'msg.troubleLocked', 'msg.troubleRetired', 'msg.troubleOff')
   and not params ? 'next';
