import { reportRoutes, type Report } from '@kuwei/contract/sys/report';
import { usePageQuery } from '../../../page/query.ts';

/** The columns of a report as they would be shown, those among them that nobody has arranged yet. */
export const useShownColumns = ({ sql, params, columns }: Report) =>
  usePageQuery(reportRoutes.checkReport, { body: { sql, params, columns } });
