// What imports say of a workbook.
export const workbook = {
  'workbook.errors': '错误',
  'workbook.tooLarge': '文件过大',
  'workbook.unreadable': '不是可读取的 xlsx 文件',
  'workbook.empty': '没有数据行',
  'workbook.tooManyRows': '最多 {max} 行',
  'workbook.duplicate': '与第 {row} 行重复',
  'workbook.noColumns': '没有可识别的列，请使用模板',
  'workbook.yes': '是',
  'workbook.no': '否',
} as const;
