/** Dictionary of report categories. */
export const CATEGORY = 'SYS_REPORT_CATEGORY';
