-- The type is looked up for each row instead of joined: the planner expects the join to keep one row of eight, and then reads all rows of a user
-- who has many, because it expects fewer of them than a page has.
CREATE OR REPLACE VIEW "wallet_transaction" AS
	SELECT e.*,
		a.kind AS wallet, (SELECT p.type FROM transfer_purposes p WHERE p.purpose = e.purpose) AS type,
		CASE WHEN a.kind = 'RECEIVABLE' THEN e.balance_after + CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END
			ELSE e.balance_after - CASE e.direction WHEN 'CREDIT' THEN e.amount ELSE -e.amount END END AS balance_before,
		CASE
			WHEN EXISTS (SELECT FROM transfers r WHERE r.reverses = e.transfer_no OFFSET 0) THEN 'REVERSED'
			WHEN EXISTS (SELECT FROM transfer_purposes s WHERE s.settles = e.purpose) AND NOT EXISTS (
				SELECT FROM transfers s JOIN transfer_purposes sp ON sp.purpose = s.purpose
				WHERE sp.settles = e.purpose AND s.source_type = e.source_type AND s.source_id = e.source_id OFFSET 0) THEN 'PENDING'
			ELSE 'COMPLETED' END AS status,
		'T' || e.transfer_no || CASE e.direction WHEN 'CREDIT' THEN '-IN' ELSE '-OUT' END AS reference,
		CASE e.actor_type WHEN 'STAFF' THEN e.actor_id END AS staff_id,
		(SELECT u.store FROM users u WHERE u.id = e.user_id) AS store_code,
		NULL::uuid AS created_by, e.at AS created_at, e.at AS updated_at, 1 AS version
	FROM (
		SELECT t.debit_entry AS id, t.no AS transfer_no, t.user_id, t.debit_id AS account_id, 'DEBIT' AS direction, t.amount, t.currency, t.purpose,
			t.debit_seq AS seq, t.debit_balance AS balance_after, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t
		UNION ALL
		SELECT t.credit_entry, t.no, t.user_id, t.credit_id, 'CREDIT', t.amount, t.currency, t.purpose,
			t.credit_seq, t.credit_balance, t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.reverses, t.at
		FROM transfers t
	) e
	JOIN accounts a ON a.id = e.account_id
	-- Not in the two parts of the union: there it would keep the planner from merging them along their indexes.
	WHERE e.id IS NOT NULL;
