import { msgSenderRoutes, type Template } from '@kuwei/contract/sys/msg-sender';
import { messageKinds } from '../../../base/msg-inbox/kinds.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ActionButtons } from '../../../table/ActionButtons.tsx';
import { DetailHead } from '../../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../../table/list-types.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { StateTag } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';

interface TemplateViewProps {
  id: string;
  known: Template | undefined;
  actionsOf: (template: Template) => readonly RowAction[];
}

/** A template's details. */
export function TemplateView({ id, known, actionsOf }: TemplateViewProps) {
  const t = useT();
  const { data = known, error, refetch } = usePageQuery(msgSenderRoutes.getTemplate, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />;
  const { code, name, kind, title, content, link, params, valid, updatedAt, updatedBy } = data;
  return (
    <>
      <DetailHead
        title={name}
        marks={
          <>
            <span className="kw-code">{code}</span>
            <StateTag look={messageKinds[kind]} />
          </>
        }
        actions={<ActionButtons name={name} actions={actionsOf(data)} />}
      />
      <section className="send-preview">
        <strong>{title}</strong>
        <p>{content}</p>
      </section>
      <Facts
        facts={[
          [t('template.params'), params.join(' · ')],
          [t('sender.link'), link],
          !valid && [t('template.valid'), t('template.off')],
          [t('template.updated'), <When key="when" at={updatedAt} />],
          [t('sender.by'), updatedBy],
        ]}
      />
    </>
  );
}
