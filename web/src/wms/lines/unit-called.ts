import { normalizeText } from '@kuwei/contract/normalize-text';
import { useVersion } from '../../session/version.ts';

/** The code of the unit with this code, name or plural in any language; null for none. */
export function unitCalled(text: string): string | null {
  const wanted = normalizeText(text).toLowerCase();
  const matches = (name: string | undefined): boolean => name !== undefined && normalizeText(name).toLowerCase() === wanted;
  const unit = useVersion
    .getState()
    .dics.get('WMS_UNIT')
    ?.fields.find(({ code, label, labels, props }) =>
      [code, label, ...labels.map((each) => each.label), props.find((prop) => prop.code === 'plural')?.value].some(matches),
    );
  return unit?.code ?? null;
}
