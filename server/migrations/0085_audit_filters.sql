-- The audit log is filtered by what a call concerned: any value of its input, or the request's id.
CREATE INDEX audit_line_object ON audit_line USING gin (input) WHERE outcome = 'asked';
CREATE INDEX audit_line_request ON audit_line (request_id) WHERE outcome = 'asked';
