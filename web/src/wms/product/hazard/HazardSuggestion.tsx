import { isCas } from '@kuwei/contract/wms/hazard';
import { HAZARD_FIELDS, productRoutes } from '@kuwei/contract/wms/product';
import { readCas } from '@kuwei/contract/wms/read-hazard';
import { Button, Form } from 'antd';
import { useFormContext } from '../../../form/context.ts';
import { useMayCall } from '../../../page/may-call.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import './hazard.css';

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Offers the hazard data of a product with the same CAS number, for the fields that are still empty. */
export const HazardSuggestion = () => useFormContext().schema !== null && <Suggestion />;

function Suggestion() {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const mayCall = useMayCall();
  const typed = readCas((Form.useWatch('cas', form) as string | null | undefined) ?? '');
  const code = Form.useWatch('code', form) as string | undefined;
  const values = Form.useWatch((all: Record<string, unknown>) => HAZARD_FIELDS.map((field) => isEmpty(all[field])), form);
  const isKnown = isCas(typed);
  const { data } = usePageQuery(
    productRoutes.suggestHazards,
    { query: { cas: typed } },
    { enabled: isKnown && mayCall(productRoutes.suggestHazards) },
  );
  if (!isKnown || !data || data.code === code || !values) return null;
  const facts = HAZARD_FIELDS.filter((field, at) => values[at] && !isEmpty(data.facts[field]));
  if (facts.length === 0) return null;
  const source = isEmpty(form.getFieldValue('assessedSource')) && {
    assessedSource: t('product.hazard.source', { name: data.name, code: data.code }),
  };
  return (
    <div className="hazard-suggestion" role="status">
      <span>{t('product.hazard.found', { name: data.name, code: data.code, count: facts.length })}</span>
      <Button
        size="small"
        onClick={() => change({ ...Object.fromEntries(facts.map((field) => [field, data.facts[field]])), ...source })}
      >
        {t('product.hazard.take')}
      </Button>
    </div>
  );
}
