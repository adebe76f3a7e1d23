// Who analyses a position. Pages know only this interface: today the server stands behind it, a worker in the browser could.

import { post } from '../link/api';
import { stream, type Failure } from '../link/stream';
import type { AnalysisRequest, AnalysisView } from '../wire.gen';

export interface Provider {
  /** Begins an analysis. `onview` gets what is known so far, again and again; the last view has `done`. Returns how to stop it. */
  analyse(
    request: AnalysisRequest,
    onview: (view: AnalysisView) => void,
    onfail: (failure: Failure) => void,
  ): () => void;
}

export const server: Provider = {
  analyse: (request, onview, onfail) => stream<AnalysisView>('/analysis', post(request), onview, onfail),
};

let provider = server;
/** Says who analyses from now on. */
export const analyseWith = (other: Provider): void => void (provider = other);
export const analyse: Provider['analyse'] = (...request) => provider.analyse(...request);
