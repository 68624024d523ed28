CREATE INDEX "approvals_record" ON "approvals" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("subject_id");