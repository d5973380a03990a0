/** Dictionary of what reports are about. */
export const CATEGORY = 'SYS_REPORT_CATEGORY';
