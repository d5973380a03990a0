// Products and their categories, while they are edited.
export const product = {
  'product.basic': '基本信息',
  'product.unitsSection': '单位与批次',
  'product.hazard': '危险特性',
  'product.storage': '储存与管制',
  'product.sds': '安全技术说明书',
  'product.pictures': '图片',
  'product.more': '说明与备注',
  'product.code.hint': '字母、数字和 - _ .，保存后可以修改',
  'product.fixed': '已有库存，不能修改',
  'product.category.manage': '管理分类',
} as const;
