import { reportRoutes, type Report } from '@kuwei/contract/sys/report';
import { usePageQuery } from '../../../page/query.ts';

/** Columns of a report as displayed, including those not configured yet. */
export const useShownColumns = ({ sql, params, columns }: Report) =>
  usePageQuery(reportRoutes.checkReport, { body: { sql, params, columns } });
