/** A refusal by Azure Resource Manager: `{"error":{"code","message"}}` (docs/reference/powerbi.md A9). */
export class ArmError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const resourceNotFound = (name: string): ArmError =>
  new ArmError(
    404,
    'ResourceNotFound',
    `The Resource '${name}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`,
  );

export const notReady = (): ArmError => new ArmError(400, 'BadRequest', 'Service is not ready to be updated');

export const authorizationFailed = (objectId: string, action: string): ArmError =>
  new ArmError(
    403,
    'AuthorizationFailed',
    `The client with object id '${objectId}' does not have authorization to perform action '${action}'.`,
  );

export const quotaExceeded = (): ArmError =>
  new ArmError(
    409,
    'OperationNotAllowed',
    'The requested size exceeds the approved quota of capacity units of this subscription in this region.',
  );

export const conflict = (message: string): ArmError => new ArmError(409, 'Conflict', message);
