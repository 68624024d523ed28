/** The components that fill the window: the login, the frame of the console, and pages that need neither. */
import type { ReactNode } from 'react'
import { FailedPage } from '@design-system/components/Lazy/FailedPage'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { PartFailure } from '@design-system/components/Lazy/PartNotice'
import { Boot } from '@screens/boot/Boot'
import { Standalone } from '@screens/standalone.styles'
import { pageLogic } from './page-logic'

const failed = (_props: object, failure: PartFailure): ReactNode => (
  <Standalone>
    <FailedPage failure={failure} />
  </Standalone>
)

/** The frame, together with the machines of all pages in it. */
export const Frame = lazyComponent(async () => (await Promise.all([import('./Frame'), pageLogic.load()]))[0], {
  name: 'The console',
  preload: 'onDemand',
  fallback: Boot,
  failed,
})
export const Login = lazyComponent(() => import('@screens/login/Login.container'), {
  name: 'The login',
  preload: 'onDemand',
  fallback: Boot,
  failed,
})
export const SignInError = lazyComponent(() => import('@screens/sign-in-error/SignInError'), {
  name: 'The message about your sign-in',
  preload: 'onDemand',
  failed,
})
export const Unreachable = lazyComponent(() => import('@screens/boot/Unreachable'), {
  name: 'The message about the server',
  preload: 'onDemand',
  failed,
})
