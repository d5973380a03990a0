// A sample document's place, owner and applicant, by which candidates are resolved.
import type { Sample } from '@kuwei/contract/bpm/definition';
import { useT } from '../../phrase/phrases.ts';
import { OrgChooser, PersonChooser } from './Choosers.tsx';
import { useDesign } from './design.ts';
import './design.css';

export function SampleForm({ onChange }: { onChange: (sample: Sample) => void }) {
  const t = useT();
  const { kind, sample } = useDesign();
  const set = (patch: Partial<Sample>): void => onChange({ ...sample, ...patch });
  return (
    <div className="flow-form">
      <label className="flow-label">
        <span>{t('design.trial.place')}</span>
        <select
          className="kw-field"
          value={sample.placeId ?? kind.places[0]?.id ?? ''}
          onChange={({ target }) => set({ placeId: target.value || null })}
        >
          {kind.places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="flow-label">
        <span>{t('design.trial.applicant')}</span>
        <PersonChooser
          by="id"
          label={t('design.trial.applicant')}
          none={t('design.trial.applicant.any')}
          value={sample.applicantId}
          onChange={(applicantId) => set({ applicantId })}
        />
      </div>
      <div className="flow-label">
        <span>{t('design.trial.org')}</span>
        <OrgChooser
          label={t('design.trial.org')}
          none={t('design.trial.org.any')}
          value={sample.applicantOrgId}
          onChange={(applicantOrgId) => set({ applicantOrgId })}
        />
      </div>
      <div className="flow-label">
        <span>{t('design.trial.owner')}</span>
        <OrgChooser
          label={t('design.trial.owner')}
          none={t('design.trial.owner.same')}
          value={sample.ownerOrgId}
          onChange={(ownerOrgId) => set({ ownerOrgId })}
        />
      </div>
    </div>
  );
}
