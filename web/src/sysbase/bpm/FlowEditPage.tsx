// A definition: a draft to edit, or a version to view.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { useState } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Designer } from './Designer.tsx';
import { useKinds } from './words.ts';

export default function FlowEditPage() {
  const { query } = usePage();
  const id = query.get('id') ?? '';
  const definition = usePageQuery(definitionRoutes.getDefinition, { params: { id } }, { staleTime: 0, enabled: id !== '' });
  const kinds = useKinds();
  // Reopening discards local changes.
  const [opened, setOpened] = useState(0);
  const error = definition.error ?? kinds.error;
  if (error && !(definition.data && kinds.data))
    return (
      <LoadFailed
        error={error}
        busy={definition.isFetching || kinds.isFetching}
        onRetry={() => void Promise.all([definition.refetch(), kinds.refetch()])}
      />
    );
  const kind = kinds.data?.kinds.find(({ key }) => key === definition.data?.key);
  if (!definition.data || !kinds.data || !kind) return <PageSkeleton />;
  return (
    <Designer
      key={`${id} ${opened}`}
      definition={definition.data}
      kinds={kinds.data}
      kind={kind}
      onReopen={() => setOpened(opened + 1)}
    />
  );
}
