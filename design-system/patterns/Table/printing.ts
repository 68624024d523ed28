import { lazyModule } from '../../components/Lazy/lazy-module'

/** The code that prints rows, loaded before somebody prints: the browser waits for no code. */
export const printing = lazyModule(() => import('./print-rows'), { preload: 'idle' })
