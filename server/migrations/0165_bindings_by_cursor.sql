-- The operators' list of invitation bindings is read by cursor: the id decides between equal times.
CREATE INDEX invite_binding_page ON invite_binding (bound_at DESC, id DESC);
DROP INDEX invite_binding_newest;
