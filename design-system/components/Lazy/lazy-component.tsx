import {
  Component,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { lazyModule, type LazyModule, type LazyModuleOptions } from './lazy-module'
import { PartNotice, type PartFailure } from './PartNotice'

/** A component whose code is loaded when it is first rendered, or before. */
export type LazyComponent<Props> = ComponentType<Props> &
  Pick<LazyModule<unknown>, 'preload' | 'preloadInIdle'> & {
    /** Its lazy module, for `useIsLoaded`. */
    module: Pick<LazyModule<unknown>, 'get' | 'subscribe'>
  }

export interface LazyComponentOptions<Props> extends Partial<LazyModuleOptions> {
  /** Name of the part, as the beginning of a sentence: 'The columns', 'The form'. */
  name: string
  /** Shown while the code loads; nothing by default. */
  fallback?: (props: Props) => ReactNode
  /**
   * Shown instead of the component when its code could not be loaded or it threw an error: FailedModal, FailedPopover, FailedPanel or
   * FailedPage with the failure. Default: a notice in its place.
   */
  failed?: (props: Props, failure: PartFailure) => ReactNode
}

type Loading = { is: 'loading' } | { is: 'failed'; times: number } | { is: 'retrying'; times: number }

/**
 * The standard way to load a component lazily. Loaded code renders immediately. A failed load, and an error in the component, show
 * a notice with 'Try again' in its place; the surrounding page is not affected.
 * @param load imports the module whose default export is the component. By default it is also loaded once the page is idle
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { name, fallback, failed, preload = 'idle' }: LazyComponentOptions<Props>,
): LazyComponent<Props> {
  const module = lazyModule(load, { preload })
  const drawFailure = failed ?? ((_props: Props, failure: PartFailure) => <PartNotice failure={failure} />)

  function LazyPart(props: Props) {
    const loaded = useSyncExternalStore(module.subscribe, module.get)
    const [loading, setLoading] = useState<Loading>({ is: 'loading' })
    const attempt = useCallback((times: number) => {
      module.load().catch(() => setLoading({ is: 'failed', times: times + 1 }))
    }, [])
    useEffect(() => {
      if (!module.get()) attempt(0)
    }, [attempt])

    if (loaded) {
      const Loaded = loaded.default
      return (
        <Boundary failed={(times, retry) => drawFailure(props, { name, reason: 'crash', times, busy: false, retry })}>
          <Loaded {...props} />
        </Boundary>
      )
    }
    if (loading.is === 'loading') return fallback?.(props) ?? null
    const { times } = loading
    return drawFailure(props, {
      name,
      reason: 'load',
      times,
      busy: loading.is === 'retrying',
      retry: () => {
        setLoading({ is: 'retrying', times })
        attempt(times)
      },
    })
  }
  const { preload: preloadNow, preloadInIdle } = module
  return Object.assign(LazyPart, { preload: preloadNow, preloadInIdle, module })
}

/** @returns whether the component's code is loaded; renders again when it is */
export const useIsLoaded = ({ module }: Pick<LazyComponent<never>, 'module'>): boolean =>
  useSyncExternalStore(
    module.subscribe,
    () => module.get() !== null,
    // In a first picture, which is markup.
    () => false,
  )

interface BoundaryProps {
  failed: (times: number, retry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps an error inside the part that threw it. */
class Boundary extends Component<BoundaryProps, { isBroken: boolean; times: number }> {
  override state = { isBroken: false, times: 0 }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override componentDidCatch() {
    this.setState(({ times }) => ({ times: times + 1 }))
  }
  override render() {
    const { isBroken, times } = this.state
    return isBroken ? this.props.failed(times, () => this.setState({ isBroken: false })) : this.props.children
  }
}
