// The second storekeeper counts and confirms.
export const cosign = {
  'work.cosign.title': '作为第二保管员确认 {no}',
  'work.cosign.reverseTitle': '确认冲销 {no}',
  'work.cosign.text': '请当面清点货物并填写数量，再以本人密码确认。',
  'work.cosign.others': '其余货物不需要第二保管员清点：',
  'work.cosign.look': '请核对要冲销的货物与数量，再以本人密码确认。',
  'work.cosign.counted': '清点数量',
  'work.cosign.countedOf': '{product} {place} 的清点数量',
  'work.cosign.differs': '与单据不符：请重新清点；确有差异的，请另一位保管员先改数量。',
  'work.cosign.password': '{name}的登录密码',
  'work.cosign.code': '{name}的两步验证码',
  'work.cosign.usePassword': '改用登录密码',
  'work.cosign.useCode': '改用两步验证码',
  'work.cosign.yes': '确认',
  'work.cosign.done': '已确认',
} as const;
