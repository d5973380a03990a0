import type { reportRoutes } from '@kuwei/contract/sys/report';
import type { ReplyOf } from '@kuwei/contract/route';

export type ViewDoc = ReplyOf<typeof reportRoutes.getReportViews>['views'][number];
export type Dics = ReplyOf<typeof reportRoutes.getReportViews>['dics'];
export type ColumnDoc = ViewDoc['columns'][number];
