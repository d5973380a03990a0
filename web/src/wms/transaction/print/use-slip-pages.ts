import { useLayoutEffect, useState, type RefObject } from 'react';
import { useActive } from '../../../page/page.ts';
import { papers, slipPages, type Paper, type Room, type SlipPage, type SlipRow } from './slip.ts';

const PX_PER_MM = 96 / 25.4;
/** What rounding may add up to over a sheet, px. */
const SPARE = 3;

interface Measured {
  /** What the measures were taken of. */
  of: readonly unknown[];
  heights: number[];
  room: Room;
}

/**
 * Cuts a slip into sheets as tall as its rows really are: names wrap, and a move names two boxes in a row.
 * @param trial a sheet that holds all rows and both sums, as tall as it likes
 * @returns null until the trial sheet has been measured
 */
export function useSlipPages(
  trial: RefObject<HTMLElement | null>,
  rows: readonly SlipRow[],
  paper: Paper,
  of: readonly unknown[],
): SlipPage[] | null {
  const active = useActive();
  const [measured, setMeasured] = useState<Measured | null>(null);
  const isCurrent = measured !== null && measured.of.length === of.length && measured.of.every((each, at) => each === of[at]);
  useLayoutEffect(() => {
    const sheet = trial.current?.querySelector<HTMLElement>('.slip');
    if (active && !isCurrent && sheet && sheet.offsetHeight > 0) setMeasured({ of, ...measures(sheet, papers[paper].height) });
  });
  return isCurrent ? slipPages(rows, measured.heights, measured.room) : null;
}

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

function measures(sheet: HTMLElement, height: number): Pick<Measured, 'heights' | 'room'> {
  const heights = [...sheet.querySelectorAll('tbody tr')].map(heightOf);
  const [pageSum = 0, ...sums] = [...sheet.querySelectorAll('tfoot tr')].map(heightOf);
  const table = sheet.querySelector('table')!;
  const record = sheet.querySelector('.slip-record');
  const recorded = record ? record.getBoundingClientRect().bottom - table.getBoundingClientRect().bottom : 0;
  const last = height * PX_PER_MM - SPARE - (heightOf(sheet) - heights.reduce((sum, each) => sum + each, 0));
  const full = last + sums.reduce((sum, each) => sum + each, 0) + recorded;
  return { heights, room: { only: last + pageSum, full, last } };
}
