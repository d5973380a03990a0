import { useLayoutEffect, useState, type RefObject } from 'react';
import { useActive } from '../../page/page.ts';
import { cutPages, type Page, type Room } from './cut.ts';
import { papers, PX_PER_MM, type Paper } from './papers.ts';

/** Tolerance for accumulated rounding over a sheet, px. */
const SPARE = 3;

interface Measured {
  /** Inputs that the heights were measured for. */
  of: readonly unknown[];
  heights: number[];
  room: Room;
}

/**
 * Paginates a list by measured row heights, since names wrap and a move has two boxes per row.
 * @param trial a sheet with all rows, the subtotal and the total, of unlimited height
 * @param of dependencies: a change repaginates
 * @returns null until the trial sheet has been measured
 */
export function usePages<R>(
  trial: RefObject<HTMLElement | null>,
  rows: readonly R[],
  paper: Paper,
  of: readonly unknown[],
): Page<R>[] | null {
  const active = useActive();
  const [measured, setMeasured] = useState<Measured | null>(null);
  const isCurrent = measured !== null && measured.of.length === of.length && measured.of.every((each, at) => each === of[at]);
  useLayoutEffect(() => {
    const sheet = trial.current?.querySelector<HTMLElement>('.print-sheet');
    if (active && !isCurrent && sheet && sheet.offsetHeight > 0) setMeasured({ of, ...measures(sheet, papers[paper].height) });
  });
  return isCurrent ? cutPages(rows, measured.heights, measured.room) : null;
}

const heightOf = (element: Element): number => element.getBoundingClientRect().height;
const total = (heights: readonly number[]): number => heights.reduce((sum, each) => sum + each, 0);

function measures(sheet: HTMLElement, height: number): Pick<Measured, 'heights' | 'room'> {
  const heights = [...sheet.querySelectorAll('tbody tr')].map(heightOf);
  const [pageSum = 0, ...sums] = [...sheet.querySelectorAll('tfoot tr')].map(heightOf);
  const table = sheet.querySelector('table')!;
  const closing = sheet.querySelector('.print-closing');
  const closed = closing ? closing.getBoundingClientRect().bottom - table.getBoundingClientRect().bottom : 0;
  const last = height * PX_PER_MM - SPARE - (heightOf(sheet) - total(heights));
  return { heights, room: { only: last + pageSum, full: last + total(sums) + closed, last } };
}
