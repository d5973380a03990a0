import { Suspense } from 'react';
import type { OpenPage } from '../navigation/resolve.ts';
import { PageContext } from '../page/page.ts';
import { Loading } from '../ui/Loading.tsx';

/** A page without frame and UI kit. */
export function BarePage({ page }: { page: OpenPage }) {
  const { Component } = page.entry.page;
  return (
    <PageContext value={page}>
      <Suspense fallback={<Loading />}>
        <Component key={page.key} />
      </Suspense>
    </PageContext>
  );
}
