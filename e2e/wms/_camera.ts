import type { Page } from '@playwright/test';
import { encode } from 'uqr';

/** Pixels of a module of the code, as a phone at arm's length sees it. */
const MODULE = 6;
const QUIET = 4;

const rowsOf = (label: string): boolean[][] => encode(label, { ecc: 'M', border: 0 }).data;

/** Something else is held before the camera. */
export const cameraTurnsTo = (page: Page, label: string): Promise<void> =>
  page.evaluate((rows) => {
    Object.assign(globalThis, { beforeTheCamera: rows });
  }, rowsOf(label));

/** This browser has no camera: a picture of the code stands in for what one would see, from the next page on. */
export const cameraReads = (page: Page, label: string): Promise<unknown> =>
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
