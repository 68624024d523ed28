/** The sign-in page (spec 2, 5 and 8; look.md, pictures 01 and 01b). It is the first content that paints, without waiting for an effect. */
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import type { LoginForm } from '@contract/entities/session'
import { SIGN_IN_ERROR, signInErrorText } from '@contract/errors'
import { Banner } from '@design-system/components/Banner/Banner'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import { Mark } from '@design-system/primitives/Mark/Mark'
import { THEMES, type Theme } from '@design-system/theme/theme'
import { FactorField } from '@features/shared/code/FactorField'
import type { BegunLoginPort } from '@ports/begun-login'
import type { DemoAccounts as Accounts } from '@console/console'
import { Arcs } from './Arcs'
import type { DemoAccountsProps } from './DemoAccounts'
import { Band, Brand, Column, Footer, Form, Lead, Main, Ornament, Page, Problem, Side, Title } from './Login.styles'

export interface LoginProps {
  /** The submit button shows 'Loading...'. */
  busy: boolean
  /** Shown under the form (spec 8); null if there is no error. */
  problem: string | null
  /** Why the last session ended, if the person did not sign out. */
  thrownOut: 'refused' | 'expired' | 'elsewhere' | null
  /** Null outside of demo mode, and until it is loaded. */
  demo: Accounts | null
  /** Version of the console, e.g. '1.0.0'; '' where it is unknown. */
  version: string
  theme: Theme
  onTheme: (next: Theme) => void
  onSubmit: (form: LoginForm) => void
  /** Takes over the input from the first picture of the form. */
  takeBegun?: BegunLoginPort
}

const THROWN_OUT: Record<NonNullable<LoginProps['thrownOut']>, string> = {
  refused: 'The server ended your session. Sign in again; what you typed is kept.',
  expired: 'Your session ended. Sign in again; what you typed is kept.',
  elsewhere: 'You signed out in another tab. Sign in again; what you typed is kept.',
}

const THEME_LOOK: Record<Theme, { word: string; icon: LucideIcon }> = {
  light: { word: 'Light', icon: Sun },
  dark: { word: 'Dark', icon: Moon },
  system: { word: 'System', icon: Monitor },
}

/**
 * Loaded while somebody types, because it contains the schema library. If it cannot be loaded, only the server checks.
 */
const check = lazyModule(() => import('./login-check'))
const resolver: Resolver<LoginForm> = async (values, context, options) => {
  await check.preload()
  return check.get()?.checkLogin(values, context, options) ?? { values, errors: {} }
}

/** Loaded only if the server is a demo. */
const DemoAccounts = lazyComponent<DemoAccountsProps>(() => import('./DemoAccounts'), {
  name: 'The list of demo accounts',
  preload: 'onDemand',
})

const FIELDS = ['email', 'password', 'two_fa_token'] as const satisfies readonly (keyof LoginForm)[]

/** The field that an error belongs to. */
const FIELD_OF: Readonly<Record<string, keyof LoginForm>> = {
  [signInErrorText(SIGN_IN_ERROR.twoFactorRequired)]: 'two_fa_token',
  [signInErrorText(SIGN_IN_ERROR.wrongTwoFactorToken)]: 'two_fa_token',
  [signInErrorText(SIGN_IN_ERROR.wrongEmailOrPassword)]: 'password',
}

const fieldOf = (form: HTMLFormElement | null, name: keyof LoginForm) =>
  form?.elements.namedItem(name) as HTMLInputElement | null

export function Login({ busy, problem, thrownOut, demo, version, theme, onTheme, onSubmit, takeBegun }: LoginProps) {
  const {
    register,
    handleSubmit,
    setFocus,
    setValue,
    clearErrors,
    control,
    formState: { errors },
  } = useForm<LoginForm>({
    defaultValues: { email: '', password: '', two_fa_token: '' },
    resolver,
  })
  const form = useRef<HTMLFormElement>(null)
  const logIn = useRef<HTMLButtonElement>(null)
  // Before the frame in which the form replaces the picture, so that it never appears empty.
  useLayoutEffect(() => {
    const begun = takeBegun?.()
    if (!begun) return fieldOf(form.current, 'email')?.focus()
    // Not `reset`, which unregisters the fields: none of them could take the focus.
    for (const name of FIELDS) setValue(name, begun.values[name])
    // Not `setFocus`, which waits for a task: keystrokes meanwhile would be lost, or a password would be typed into another field.
    if (begun.focused) fieldOf(form.current, begun.focused)?.focus()
    if (begun.isSubmitted) logIn.current?.click()
  }, [takeBegun, setValue])
  const [usesRecovery, setUsesRecovery] = useState(false)
  const isFactorChanged = useRef(false)

  useEffect(() => {
    const field = problem === null ? undefined : FIELD_OF[problem]
    if (field) setFocus(field, { shouldSelect: true })
  }, [problem, setFocus])

  // The other field takes the focus once it is rendered.
  useEffect(() => {
    if (isFactorChanged.current) setFocus('two_fa_token')
    isFactorChanged.current = false
  }, [usesRecovery, setFocus])
  const changeFactor = () => {
    isFactorChanged.current = true
    setUsesRecovery(!usesRecovery)
    setValue('two_fa_token', '')
    clearErrors('two_fa_token')
  }

  const use = (email: string) => {
    setValue('email', email)
    setValue('password', demo?.password ?? '')
    clearErrors()
    logIn.current?.focus()
  }
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!

  return (
    <Page>
      <Main id="content">
        <Brand>
          <Mark />
          Pitboss
        </Brand>
        <Column>
          <Title>LOG IN</Title>
          <Lead>Staff console. Every sign-in is recorded.</Lead>
          {thrownOut && (
            <Band>
              <Banner tone="warning">{THROWN_OUT[thrownOut]}</Banner>
            </Band>
          )}
          <Form
            ref={form}
            noValidate
            aria-label="LOG IN"
            onInput={() => void check.preload()}
            onSubmit={(event) => void handleSubmit(onSubmit)(event)}
          >
            <TextInput
              controlSize="large"
              label="Email"
              type="email"
              required
              autoComplete="username"
              error={errors.email?.message}
              {...register('email')}
            />
            <PasswordInput
              controlSize="large"
              label="Password"
              required
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password')}
            />
            <FactorField
              label="2 FA Token"
              usesRecovery={usesRecovery}
              onChangeFactor={changeFactor}
              controlSize="large"
              aside="Only if two-factor is on"
              error={errors.two_fa_token?.message}
              {...register('two_fa_token')}
            />
            <Button ref={logIn} type="submit" variant="primary" size="large" wide busy={busy}>
              Log In
            </Button>
          </Form>
          {problem !== null && (
            <Problem>
              <Banner tone="danger">{problem}</Banner>
            </Problem>
          )}
        </Column>
      </Main>
      <Side>
        <Ornament>
          <Arcs />
        </Ornament>
        {demo && <DemoAccounts demo={demo} control={control} onUse={use} />}
      </Side>
      <Footer>
        Pitboss {version}
        <Button
          variant="ghost"
          size="small"
          icon={THEME_LOOK[theme].icon}
          aria-label={`${THEME_LOOK[theme].word} theme. Change to ${THEME_LOOK[nextTheme].word}`}
          onClick={() => onTheme(nextTheme)}
        >
          {THEME_LOOK[theme].word}
        </Button>
      </Footer>
    </Page>
  )
}
