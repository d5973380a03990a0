import type { PlainKey } from '@kuwei/contract/phrase';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { CosignedFor } from '@kuwei/contract/wms/transaction-state';
import { Button } from 'antd';
import { useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { useT } from '../../phrase/phrases.ts';

const LazyCosignDialog = lazyPart(withTexts(async () => (await import('./CosignDialog.tsx')).CosignDialog, 'cosign'));

interface CosignButtonProps {
  transaction: Transaction;
  what: CosignedFor;
  label: PlainKey;
  size?: 'large';
  onDone: () => void;
}

/** For the second keeper, who confirms in a dialog. */
export function CosignButton({ transaction, what, label, size, onDone }: CosignButtonProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        {...(size && { size })}
        type="primary"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {t(label)}
      </Button>
      {wanted && (
        <LazyCosignDialog
          transaction={transaction}
          what={what}
          open={open}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </>
  );
}
