// Messages that the product sends to inboxes: `msg.x` is the title, `msg.x.text` the content.
export const msg = {
  'msg.sessionReused': '登录凭证被重复使用',
  'msg.sessionReused.text': '您的登录凭证在另一处（{ip}）被使用，该会话已被强制退出。如果不是您本人操作，请尽快修改密码。',
} as const;
