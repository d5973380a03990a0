// English texts of administration.
import { config } from '@kuwei/contract/phrases/en/config';
import { dic } from '@kuwei/contract/phrases/en/dic';
import { grid } from '@kuwei/contract/phrases/en/grid';
import { menu } from '@kuwei/contract/phrases/en/menu';
import { nightly } from '@kuwei/contract/phrases/en/nightly';
import { steps } from '@kuwei/contract/phrases/en/steps';

export const system = { ...config, ...dic, ...grid, ...menu, ...nightly, ...steps };
