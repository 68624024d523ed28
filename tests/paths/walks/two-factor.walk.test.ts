/** Random walks of the two-factor machine against its 'must never', with responses that are late or lost. */
import { expect, test } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { codeDigits } from '@contract/codes'
import { failed, ok, type ApiError } from '@contract/errors'
import type { ApiPort, CallOptions } from '@ports/api'
import { createTwoFactorImplementations } from '@machines/two-factor/two-factor.implementations'
import { selectTwoFactorSwitch, selectTwoFactorView } from '@machines/two-factor/two-factor.view'
import { Calls, FakeToasts, flush } from '../kit/fake-ports'
import { CONFLICT, UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

const RIGHT = '123456'
const PASSWORD = 'Pitboss#2026'
const WRONG: ApiError = {
  kind: 'rejected',
  message: '',
  fields: { twoFAToken: ['This code is wrong, used or too old.'] },
}
const STEP_UP: ApiError = { kind: 'forbidden', message: '', stepUpRequired: true }

type Answer = Awaited<ReturnType<ApiPort['call']>>
interface Asked {
  id: string
  body?: { twoFAToken?: string; password?: string }
}

/** One person's two-factor on the server, and the console. */
class World {
  readonly calls = new Calls<Asked, Answer>()
  readonly toasts = new FakeToasts()
  isOn = false
  setups = 0
  /** A setup that can be completed. */
  isBegun = false
  /** How often recovery codes were created. */
  codeSets = 0
  hasSteppedUp = false
  /** The result of the last status call. */
  toldOn = false
  emptyCodes = 0
  readonly actor: Actor<ReturnType<typeof createTwoFactorImplementations>>

  constructor() {
    const call = ({ id }: { id: string }, input: Pick<Asked, 'body'>, options?: CallOptions) => {
      const isCodeNeeded = id === 'twoFactor.enable' || this.actor.getSnapshot().context.purpose !== 'turnOn'
      if (isCodeNeeded && input.body && 'twoFAToken' in input.body && codeDigits(input.body.twoFAToken ?? '') === '')
        this.emptyCodes += 1
      return this.calls.call({ id, body: input.body }, options?.signal)
    }
    this.actor = createActor(
      createTwoFactorImplementations({
        api: { call } as unknown as Pick<ApiPort, 'call'>,
        toasts: this.toasts,
        userId: () => 'staff-1',
      }),
      { input: { key: 'key' } },
    )
    this.actor.start()
  }
  /** The server processes a call. */
  serve({ id, body }: Asked): Answer {
    if (id === 'twoFactor.status') {
      this.toldOn = this.isOn
      return ok({ data: this.isOn })
    }
    if (id === 'twoFactor.recoveryCodes') return ok({ data: { left: 10, created_at: null } })
    if (id === 'twoFactor.newRecoveryCodes') return this.makeCodes()
    if (id === 'twoFactor.setup') {
      if (!this.hasSteppedUp) return failed(STEP_UP)
      return this.isOn ? failed(CONFLICT) : this.begin()
    }
    if (id === 'twoFactor.stepUp') {
      this.hasSteppedUp = (!this.isOn || body?.twoFAToken === RIGHT) && body?.password === PASSWORD
      return this.hasSteppedUp ? ok({ data: { expires_at: '2026-11-20T14:35:00.000Z' } }) : failed(WRONG)
    }
    if (id === 'twoFactor.disable') return this.hasSteppedUp ? this.turn(false) : failed(STEP_UP)
    if (this.isOn) return failed(CONFLICT)
    return this.isBegun && body?.twoFAToken === RIGHT ? this.turn(true) : failed(WRONG)
  }
  private begin(): Answer {
    this.setups += 1
    this.isBegun = true
    return ok({ data: { qr_code_url: 'data:image/png;base64,AA==', secret_code: `SECRET${this.setups}` } })
  }
  private makeCodes(): Answer {
    if (!this.hasSteppedUp) return failed(STEP_UP)
    if (!this.isOn) return failed(CONFLICT)
    this.codeSets += 1
    return ok({ data: { codes: [`RECOVERY${this.codeSets}`] } })
  }
  private turn(isOn: boolean): Answer {
    this.isOn = isOn
    this.isBegun = false
    return ok({ data: null })
  }
}

/** The server responds until no call is in flight. */
async function settle(world: World): Promise<void> {
  do await flush()
  while (world.calls.answerNext((asked) => world.serve(asked)))
}

/** The step-up that the server asks for; undefined unless it does. */
const stepUpOf = ({ actor }: Pick<World, 'actor'>) => actor.getSnapshot().children.stepUp

const steps: Steps<World> = {
  'all goes well until the switch is pressed': async (world) => {
    world.actor.send({ type: 'twoFactor.look' })
    await settle(world)
    world.actor.send({ type: 'twoFactor.toggle' })
    await settle(world)
    stepUpOf(world)?.send({ type: 'stepUp.submit', password: PASSWORD, code: RIGHT })
    await settle(world)
  },
  'all answers come': settle,
  'the menu is opened': ({ actor }) => actor.send({ type: 'twoFactor.look' }),
  'the switch is pressed': ({ actor }) => actor.send({ type: 'twoFactor.toggle' }),
  'a right code is sent': ({ actor }) => actor.send({ type: 'code.submit', code: '123 456' }),
  'a right code is sent twice': ({ actor }) => [1, 2].forEach(() => actor.send({ type: 'code.submit', code: RIGHT })),
  'a wrong code is sent': ({ actor }) => actor.send({ type: 'code.submit', code: '654321' }),
  'an empty code is sent': ({ actor }) => actor.send({ type: 'code.submit', code: ' ' }),
  'the code is typed': ({ actor }) => actor.send({ type: 'code.changed' }),
  'it is confirmed': ({ actor }) => actor.send({ type: 'disable.confirm' }),
  'a right proof is sent': (world) => stepUpOf(world)?.send({ type: 'stepUp.submit', password: PASSWORD, code: RIGHT }),
  'a wrong proof is sent': (world) =>
    stepUpOf(world)?.send({ type: 'stepUp.submit', password: 'Wrong#2026', code: RIGHT }),
  'a proof without a code is sent': (world) =>
    stepUpOf(world)?.send({ type: 'stepUp.submit', password: PASSWORD, code: '' }),
  'the proof is typed': (world) => stepUpOf(world)?.send({ type: 'stepUp.changed' }),
  'the step-up is given up': (world) => stepUpOf(world)?.send({ type: 'stepUp.cancel' }),
  'the recovery codes are opened': ({ actor }) => actor.send({ type: 'recovery.open' }),
  'new recovery codes are requested': ({ actor }) => actor.send({ type: 'recovery.renew' }),
  'the recovery codes are kept': ({ actor }) => actor.send({ type: 'recovery.kept' }),
  'it is tried again': ({ actor }) => actor.send({ type: 'retry' }),
  'it is given up': ({ actor }) => actor.send({ type: 'cancel' }),
  'the server answers': (world) => void world.calls.answerNext((asked) => world.serve(asked)),
  'the server is not reached': ({ calls }) => void calls.answerNext(() => failed(UNREACHABLE)),
  'the answer is lost on its way': (world) =>
    void world.calls.answerNext((asked) => {
      const told = world.toldOn
      world.serve(asked)
      world.toldOn = told
      return failed(UNREACHABLE)
    }),
  'it is turned on elsewhere': (world) => void (world.isOn = true),
  'it is turned off elsewhere': (world) => void (world.isOn = false),
  'the setup is too old': (world) => void (world.isBegun = false),
  'the step-up is over': (world) => void (world.hasSteppedUp = false),
}

function mustHold({ actor, calls, emptyCodes, toldOn }: World): void {
  const snapshot = actor.getSnapshot()
  const view = selectTwoFactorView(snapshot)
  const { on } = selectTwoFactorSwitch(snapshot)
  const stepUp = stepUpOf({ actor })?.getSnapshot()
  const kept = JSON.stringify([snapshot.context, stepUp?.context])
  const isBusy = snapshot.hasTag('busy') || stepUp?.hasTag('busy') === true
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    emptyCodes > 0 && 'an empty code was sent',
    on === true && !toldOn && 'on before the server said so',
    on === false && toldOn && 'off before the server said so',
    !snapshot.matches('turningOn') && kept.includes('SECRET') && 'the secret outlived its modal',
    !snapshot.matches({ recovery: 'showingCodes' }) && kept.includes('RECOVERY') && 'the codes outlived their modal',
    (kept.includes(RIGHT) || kept.includes(PASSWORD)) && 'a code or a password was kept',
    calls.inFlight.length > 1 && 'two calls at once',
    isBusy !== calls.inFlight.length > 0 && 'in flight and its state differ',
    view.modal === 'turnOn' &&
      !view.isSteppingUp &&
      view.setup === null &&
      view.missing === null &&
      'a setup without a secret',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('two-factor that is turned on and off over a bad line, and elsewhere too', async () => {
  const done = { on: 0, off: 0, codes: 0 }
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: [
      'all goes well until the switch is pressed',
      'all answers come',
      'a right code is sent',
      'it is confirmed',
      'a right proof is sent',
      'the server answers',
      'the recovery codes are opened',
      'new recovery codes are requested',
      'the recovery codes are kept',
    ],
    mustHold,
    flush,
    leave: ({ actor, toasts, codeSets }) => {
      done.codes += codeSets
      done.on += toasts.shown.filter(({ message }) => message === 'Successfully Enabled').length
      done.off += toasts.shown.filter(({ message }) => message === 'Successfully Disabled').length
      actor.stop()
    },
  })
  expect(taken).toBeGreaterThan(3_000)
  expect(done.on).toBeGreaterThan(20)
  expect(done.off).toBeGreaterThan(5)
  expect(done.codes).toBeGreaterThan(20)
})
