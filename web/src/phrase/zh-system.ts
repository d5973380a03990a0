// Chinese texts of administration.
import { config } from '@kuwei/contract/phrases/zh/config';
import { dic } from '@kuwei/contract/phrases/zh/dic';
import { grid } from '@kuwei/contract/phrases/zh/grid';
import { menu } from '@kuwei/contract/phrases/zh/menu';
import { nightly } from '@kuwei/contract/phrases/zh/nightly';
import { steps } from '@kuwei/contract/phrases/zh/steps';

export const system = { ...config, ...dic, ...grid, ...menu, ...nightly, ...steps };
