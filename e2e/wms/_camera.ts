import type { Page } from '@playwright/test';
import { encode } from 'uqr';

/** Pixels per module of the code, as seen from arm's length. */
const MODULE = 6;
const QUIET = 4;

const rowsOf = (label: string): boolean[][] => encode(label, { ecc: 'M', border: 0 }).data;

/** Shows something else to the camera. */
export const changeCameraCode = (page: Page, label: string): Promise<void> =>
  page.evaluate((rows) => {
    Object.assign(globalThis, { beforeTheCamera: rows });
  }, rowsOf(label));

/** Replaces the camera by an image of the code, from the next page on. */
export const mockCamera = (page: Page, label: string): Promise<unknown> =>
  page.addInitScript(
    ({ rows: first, module, quiet }) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const picture = document.createElement('canvas');
        const paper = picture.getContext('2d')!;
        const draw = (): void => {
          const { beforeTheCamera: rows = first } = globalThis as { beforeTheCamera?: boolean[][] };
          const side = (rows.length + 2 * quiet) * module;
          if (picture.width !== side) picture.width = picture.height = side;
          paper.fillStyle = '#fff';
          paper.fillRect(0, 0, picture.width, picture.height);
          paper.fillStyle = '#000';
          rows.forEach((row, y) =>
            row.forEach((dark, x) => dark && paper.fillRect((x + quiet) * module, (y + quiet) * module, module, module)),
          );
        };
        draw();
        setInterval(draw, 50);
        return picture.captureStream(10);
      };
    },
    { rows: rowsOf(label), module: MODULE, quiet: QUIET },
  );
