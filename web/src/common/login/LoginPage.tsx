// Sign-in by name and password, with links to the other methods.
import { useT } from '../../phrase/phrases.ts';
import { getSessionEnd } from '../../session/sign.ts';
import { LoginForm } from './LoginForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';
import { SecondStep } from './SecondStep.tsx';
import { useSignIn } from './use-sign-in.ts';

export default function LoginPage() {
  const t = useT();
  const signIn = useSignIn();
  const ended = getSessionEnd();
  return (
    <LoginFrame>
      {ended !== null && (
        <p className="login-text" role="status">
          {t(`login.ended.${ended}`)}
        </p>
      )}
      {signIn.ticket === null ? (
        <>
          <LoginForm signIn={signIn} />
          <OtherSignInMethods here="password" />
        </>
      ) : (
        <SecondStep signIn={signIn} ticket={signIn.ticket} />
      )}
    </LoginFrame>
  );
}
