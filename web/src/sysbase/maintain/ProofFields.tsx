// Re-authentication within a form: by password, or by a code of the authenticator app.
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { FormField } from '../../form/FormField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { useT } from '../../phrase/phrases.ts';

export function ProofFields() {
  const t = useT();
  const form = Form.useFormInstance();
  const [byCode, setByCode] = useState(false);
  return (
    <>
      {byCode ? (
        <TextField name="code" label="backup.code" width="full" inputMode="numeric" needed />
      ) : (
        <FormField name="password" label="backup.password" width="full" needed>
          <Input.Password autoComplete="current-password" maxLength={1_000} autoFocus />
        </FormField>
      )}
      <Button
        type="link"
        className="maintain-other"
        onClick={() => {
          form.setFieldsValue({ password: null, code: null });
          setByCode(!byCode);
        }}
      >
        {t(byCode ? 'backup.usePassword' : 'backup.useCode')}
      </Button>
    </>
  );
}
