// The warehouse.
export const wms = {
  'wms.state.DRAFT': '草稿',
} as const;
