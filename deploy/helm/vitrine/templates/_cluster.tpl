{{/* Variables of the database that several processes share. */}}
{{- define "vitrine.clusterEnvironment" -}}
{{- if ne .Values.engine "embedded" }}
{{- with .Values.projectCopies }}
- name: VITRINE_CLUSTER_COPIES
  value: {{ . | quote }}
- name: POD_IP
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
- name: VITRINE_CLUSTER_ADDRESS
  value: http://$(POD_IP):4700
{{- end }}
{{- end }}
{{- if eq .Values.engine "postgres" }}
{{- with .Values.postgres }}
- name: VITRINE_POSTGRES_URL_FILE
  value: /secrets/database/url
- name: VITRINE_POSTGRES_SCHEMA
  value: {{ .schema | quote }}
- name: VITRINE_POSTGRES_CONNECTIONS
  value: {{ .connections | quote }}
{{- if .tls.existingSecret }}
- name: VITRINE_POSTGRES_CA
  value: /secrets/database/ca.pem
{{- if .tls.clientCertificate }}
- name: VITRINE_POSTGRES_CERT
  value: /secrets/database/certificate.pem
- name: VITRINE_POSTGRES_KEY
  value: /secrets/database/key.pem
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if eq .Values.engine "opensearch" }}
{{- with .Values.opensearch }}
- name: VITRINE_OPENSEARCH_NODES
  value: {{ join "," .nodes | quote }}
- name: VITRINE_OPENSEARCH_PREFIX
  value: {{ .prefix | quote }}
- name: VITRINE_OPENSEARCH_REPLICAS
  value: {{ .replicas | quote }}
{{- if .auth.existingSecret }}
- name: VITRINE_OPENSEARCH_USER
  valueFrom:
    secretKeyRef:
      name: {{ .auth.existingSecret }}
      key: {{ .auth.userKey }}
- name: VITRINE_OPENSEARCH_PASSWORD_FILE
  value: /secrets/database/password
{{- end }}
{{- if .tls.existingSecret }}
- name: VITRINE_OPENSEARCH_CA
  value: /secrets/database/ca.pem
{{- if .tls.clientCertificate }}
- name: VITRINE_OPENSEARCH_CERT
  value: /secrets/database/certificate.pem
- name: VITRINE_OPENSEARCH_KEY
  value: /secrets/database/key.pem
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The files in /secrets/database: a password or URL, and certificates. */}}
{{- define "vitrine.clusterSecrets" -}}
{{- if eq .Values.engine "postgres" }}
{{- with .Values.postgres }}
- secret:
    name: {{ .existingSecret }}
    items:
      - { key: {{ .urlKey }}, path: url }
{{- if .tls.existingSecret }}
- secret:
    name: {{ .tls.existingSecret }}
    items:
      - { key: {{ .tls.caKey }}, path: ca.pem }
      {{- if .tls.clientCertificate }}
      - { key: {{ .tls.certificateKey }}, path: certificate.pem }
      - { key: {{ .tls.privateKeyKey }}, path: key.pem }
      {{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if eq .Values.engine "opensearch" }}
{{- with .Values.opensearch }}
{{- if .auth.existingSecret }}
- secret:
    name: {{ .auth.existingSecret }}
    items:
      - { key: {{ .auth.passwordKey }}, path: password }
{{- end }}
{{- if .tls.existingSecret }}
- secret:
    name: {{ .tls.existingSecret }}
    items:
      - { key: {{ .tls.caKey }}, path: ca.pem }
      {{- if .tls.clientCertificate }}
      - { key: {{ .tls.certificateKey }}, path: certificate.pem }
      - { key: {{ .tls.privateKeyKey }}, path: key.pem }
      {{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
