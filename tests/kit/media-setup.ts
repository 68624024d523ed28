import { cdp } from 'vitest/browser'
import { provideEmulation } from './emulate-media'

// The type of the session depends on the provider.
const session = () => cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }

provideEmulation(async (features) => void (await session().send('Emulation.setEmulatedMedia', { features })))
