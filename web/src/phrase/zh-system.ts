// What the administrator’s pages say, in Chinese.
import { dic } from '@kuwei/contract/phrases/zh/dic';
import { grid } from '@kuwei/contract/phrases/zh/grid';

export const system = { ...dic, ...grid };
