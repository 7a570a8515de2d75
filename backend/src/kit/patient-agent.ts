import { Agent, type Dispatcher } from 'undici';

const CONNECT_MS = 10_000;

/**
 * Connections that wait as long as a transcription takes: the usual limit of 300 s would end them before. Answers are held in
 * memory anyway, so they are never paused: see requestSlowly for what would happen.
 */
export const patientAgent = (timeoutMs: number): Dispatcher =>
  new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(CONNECT_MS, timeoutMs) },
  }).compose((dispatch) => (options, handler) => dispatch(options, neverPausing(handler)));

const neverPausing = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
  onRequestStart: (controller, context) => handler.onRequestStart?.(unpaused(controller), context),
  onRequestUpgrade: (controller, ...upgrade) => handler.onRequestUpgrade?.(unpaused(controller), ...upgrade),
  onResponseStart: (controller, ...start) => handler.onResponseStart?.(unpaused(controller), ...start),
  onResponseData: (controller, chunk) => handler.onResponseData?.(unpaused(controller), chunk),
  onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(unpaused(controller), trailers),
  onResponseError: (controller, error) => handler.onResponseError?.(unpaused(controller), error),
});

const unpaused = (controller: Dispatcher.DispatchController): Dispatcher.DispatchController => ({
  get aborted() {
    return controller.aborted;
  },
  get paused() {
    return false;
  },
  get reason() {
    return controller.reason;
  },
  abort: (reason) => controller.abort(reason),
  pause: () => {},
  resume: () => {},
});
