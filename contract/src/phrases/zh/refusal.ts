// What the server alone refuses in a field, in Chinese: the console is sent the text, and does not load it.
export const refusal = {
  'rule.empty': '这里必须留空',
  'rule.fixed': '不能更改',
  'rule.repeated': '有重复',
  'rule.explosionOrder': '爆炸上限不能低于下限',
  'rule.hazardContradicts': '与危险性说明、UN 号、管控类别或储存组矛盾',
  'rule.noChange': '没有任何更改',
  'rule.boxBeyondCabinet': '允许同一库位的组合必须也允许同一柜',
  'rule.tooLarge': '数值过大',
  'rule.insufficient': '库存不足，可用 {available}',
  'rule.noSuchBatch': '没有批号 {batch} 的库存',
  'rule.insufficientHeld': '库存不足，可用 {available}；另有 {held} 已冻结、召回或过期',
  'rule.past': '不能晚于现在',
  'rule.future': '不能早于现在',
  'rule.unfinished': '这一行还不完整',
} as const;
